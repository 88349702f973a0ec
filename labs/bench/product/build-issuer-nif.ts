/** Returns the NIF of a fictitious issuer, a different one for each number up to 9,999,999. */
export function buildIssuerNif(number: number): string {
  const digits = String(number).padStart(7, '0');
  const sum = Array.from(digits, Number).reduce((total, digit, index) => {
    const weighed = index % 2 === 0 ? digit * 2 : digit;
    return total + Math.floor(weighed / 10) + (weighed % 10);
  }, 0);
  return `B${digits}${(10 - (sum % 10)) % 10}`;
}
