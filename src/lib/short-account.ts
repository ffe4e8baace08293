/**
 * The last characters of an account number, "… 4288": enough to tell one person's accounts apart. The number may be written in
 * groups with spaces.
 */
export function shortAccount(account: string): string {
  const plain = account.replaceAll(/\s/g, '')
  return plain.length > 4 ? `… ${plain.slice(-4)}` : plain
}
