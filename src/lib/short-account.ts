/** The end of an account number, "… 4288": enough to tell one person's accounts apart. Its groups may have spaces. */
export function shortAccount(account: string): string {
  const plain = account.replaceAll(/\s/g, '')
  return plain.length > 4 ? `… ${plain.slice(-4)}` : plain
}
