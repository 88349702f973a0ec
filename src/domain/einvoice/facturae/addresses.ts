import { provinceOf } from '../provinces.ts';
import { NotExpressible } from '../refusal.ts';
import { toAlpha3 } from './country-codes.ts';
import { limitText } from './limit-text.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { Text } from '../../../contracts/messages/texts.ts';

/** AddressInSpain or OverseasAddress. */
export type Address = SpanishAddress | OverseasAddress;
export type SpanishAddress = {
  readonly line: string;
  readonly postCode: string;
  readonly town: string;
  readonly province: string;
};
export type OverseasAddress = {
  readonly line: string;
  readonly postCodeAndTown: string;
  readonly province: string;
  readonly country: string;
};

type Given = {
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly countryCode: string;
  readonly province: string | null;
};

const SPAIN = 'ES';
const MAX_LINE = 80;
const MAX_TOWN = 50;
const MAX_PROVINCE = 20;
/** The only name that is longer than 20 characters. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([['Santa Cruz de Tenerife', 'S.C. Tenerife']]);
/** The schema requires a province of addresses outside Spain as well. */
const NO_PROVINCE = '-';

/** Returns whether an address is in Spain. */
export function isInSpain(address: Address): address is SpanishAddress {
  return 'postCode' in address;
}

/**
 * Builds the address of a party. The province of a Spanish one is that of its postal code.
 * @param whose names the party in messages: `the issuer` or `the recipient`.
 * @param place path of the party in an invoice: `recipients[0]`; absent if the invoice does not
 *   state its address.
 * @throws NotExpressible if a part is missing or does not fit.
 */
export function buildAddress(given: Given, whose: Text, place?: string): Address {
  const memberOf = (name: 'address' | 'city' | 'postal_code') => place && `${place}.${name}`;
  const { address, postalCode, city, countryCode, province } = given;
  if (!address) throw missing(countryCode, whose, formatMessage('its_address'), memberOf('address'));
  const line = limitText(
    address,
    'Address',
    MAX_LINE,
    formatMessage('the_address_of', { whose }),
    memberOf('address'),
  );
  if (countryCode !== SPAIN) {
    const postCodeAndTown = [postalCode, city].filter(Boolean).join(' ');
    if (postCodeAndTown === '')
      throw missing(countryCode, whose, formatMessage('its_city'), memberOf('city'));
    return {
      line,
      postCodeAndTown: limitText(
        postCodeAndTown,
        'PostCodeAndTown',
        MAX_TOWN,
        formatMessage('the_postal_code_and_city_of', { whose }),
        memberOf('city'),
      ),
      province: limitText(
        province || NO_PROVINCE,
        'Province',
        MAX_PROVINCE,
        formatMessage('the_province_of', { whose }),
      ),
      country: toAlpha3(countryCode),
    };
  }
  if (!city) throw missing(countryCode, whose, formatMessage('its_city'), memberOf('city'));
  const found = provinceOf(postalCode);
  if (found === null) {
    throw new NotExpressible(
      'PostCode',
      formatMessage('facturae_postal_code', { whose, code: postalCode ?? formatMessage('none') }),
      memberOf('postal_code'),
    );
  }
  return {
    line,
    postCode: postalCode!,
    town: limitText(city, 'Town', MAX_TOWN, formatMessage('the_city_of', { whose }), memberOf('city')),
    province: SHORT_NAMES.get(found) ?? found,
  };
}

function missing(countryCode: string, whose: Text, what: Text, member?: string): NotExpressible {
  const element = countryCode === SPAIN ? 'AddressInSpain' : 'OverseasAddress';
  return new NotExpressible(element, formatMessage('facturae_address', { whose, what }), member);
}
