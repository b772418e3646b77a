/**
 * The mailbox that an address leads to, which stands for a person: what follows the first `+` of the local part is left
 * out, at any provider, as in the column `mailbox` of users (`0113-mailboxes.sql`). Dots count as typed.
 * @param email in lower case, as addresses are stored
 */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*@/, '$1@')
