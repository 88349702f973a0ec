import type { Texts } from '../template.ts';

/** What is wrong with the address of a webhook endpoint. */
export const WEBHOOK_TEXTS: Texts = {
  'has more than {most} characters': 'tiene más de {most} caracteres',
  'is not a valid URL': 'no es una URL válida',
  'must not contain a user or password: receivers verify the signature instead':
    'no debe contener usuario ni contraseña: el receptor comprueba la firma',
  'must not contain a fragment (#), which is never sent':
    'no debe contener un fragmento (#), que nunca se envía',
  'must begin with https://': 'debe empezar por https://',
  'must begin with https://; http:// is only for receivers inside your own network and requires that {setting*}':
    'debe empezar por https://; http:// es solo para receptores de su propia red y exige que {setting}',
  'must use port 443 or 8443, unless {setting*}': 'debe utilizar el puerto 443 u 8443, salvo que {setting}',
  'points to a private or local address, which is refused unless {setting*}':
    'apunta a una dirección privada o local, que se rechaza salvo que {setting}',
  'points to a private or local name, which is refused unless {setting*}':
    'apunta a un nombre privado o local, que se rechaza salvo que {setting}',
};
