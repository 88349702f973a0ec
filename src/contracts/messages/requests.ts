import { defineTexts } from './texts.ts';

/** Parts of the errors about requests, and what is wrong with the address of a webhook endpoint. */
export const REQUESTS = defineTexts({
  body: { en: 'Body', es: 'Cuerpo' },
  and_others: { en: 'and more', es: 'y otros más' },
  // Requests.
  line_and_column: { en: 'line {line}, column {column}', es: 'la línea {line}, columna {column}' },
  ends_early: { en: 'it ends too early, at {place}', es: 'termina demasiado pronto, en {place}' },
  unexpected_character: {
    en: 'the character at {place} is not expected there',
    es: 'el carácter situado en {place} no se espera allí',
  },
  a_parameter: { en: 'parameter', es: 'un parámetro desconocido' },
  several_parameters: { en: 'parameters', es: 'parámetros desconocidos' },
  none: { en: 'none', es: 'ninguno' },
  names_and_more: { en: '{names} and more', es: '{names} y otros' },
  page_not_in_time: {
    en: 'the page could not be rendered in time',
    es: 'la página no pudo generarse a tiempo',
  },
  url_long: { en: 'has more than {most} characters', es: 'tiene más de {most} caracteres' },
  url_not_valid: { en: 'is not a valid URL', es: 'no es una URL válida' },
  url_with_credentials: {
    en: 'must not contain a user or password: receivers verify the signature instead',
    es: 'no debe contener usuario ni contraseña: el receptor comprueba la firma',
  },
  url_with_fragment: {
    en: 'must not contain a fragment (#), which is never sent',
    es: 'no debe contener un fragmento (#), que nunca se envía',
  },
  url_not_https: { en: 'must begin with https://', es: 'debe empezar por https://' },
  url_not_https_outside: {
    en: 'must begin with https://; http:// is only for receivers inside your own network and requires that {setting}',
    es: 'debe empezar por https://; http:// es solo para receptores de su propia red y exige que {setting}',
  },
  url_port: {
    en: 'must use port 443 or 8443, unless {setting}',
    es: 'debe utilizar el puerto 443 u 8443, salvo que {setting}',
  },
  url_private_address: {
    en: 'points to a private or local address, which is refused unless {setting}',
    es: 'apunta a una dirección privada o local, que se rechaza salvo que {setting}',
  },
  url_private_name: {
    en: 'points to a private or local name, which is refused unless {setting}',
    es: 'apunta a un nombre privado o local, que se rechaza salvo que {setting}',
  },

  // Settings.
  private_webhooks_allowed: { en: 'WEBHOOKS_ALLOW_PRIVATE is true', es: 'WEBHOOKS_ALLOW_PRIVATE sea true' },
});
