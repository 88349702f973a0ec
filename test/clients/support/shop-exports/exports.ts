import { odoo, stripe } from './ledger.ts';
import { magento, prestashop } from './queries.ts';
import { shopify, woocommerce } from './retail.ts';

/** The exports by the names of their presets. */
export const EXPORTS = { woocommerce, shopify, prestashop, odoo, stripe, magento } as const;
export type ShopName = keyof typeof EXPORTS;
