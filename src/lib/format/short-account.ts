/**
 * Returns the last characters of an account number, as "… 4288". They are enough to distinguish one person's accounts. The
 * number may be written in groups with spaces.
 */
export function shortAccount(account: string): string {
  const plain = account.replaceAll(/\s/g, '')
  return plain.length > 4 ? `… ${plain.slice(-4)}` : plain
}
