/** How an API key is written; `npm run engine -- org key` makes 43 characters after the prefix, which are 32 random bytes. */
export const API_KEY = /^org_live_[A-Za-z0-9_-]{43,200}$/;
