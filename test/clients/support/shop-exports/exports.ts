import { magento, odoo, stripe } from './ledger.ts';
import { prestashop, shopify, woocommerce } from './retail.ts';

/** The exports by the names of their presets; Magento's needs a map. */
export const EXPORTS = { woocommerce, shopify, prestashop, odoo, stripe, magento } as const;
export type ShopName = keyof typeof EXPORTS;
