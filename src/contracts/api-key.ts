/**
 * Matches an API key. `npm run engine -- org key` makes keys with 43 characters after the prefix,
 * which encode 32 random bytes.
 */
export const API_KEY = /^org_live_[A-Za-z0-9_-]{43,200}$/;
