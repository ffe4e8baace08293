/**
 * Returns a sender as a field of a mail has it (RFC 5322, 3.4): the name in quotes, so that a comma or an angle bracket in it
 * is part of the name.
 */
export const mailbox = ({ name, address }: { name: string; address: string }): string =>
  name === '' ? address : `"${name.replaceAll(/[\\"]/g, '\\$&')}" <${address}>`
