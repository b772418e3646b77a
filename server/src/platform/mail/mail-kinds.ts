/** The kinds of emails. Whoever composes some declares them in a `mails.ts`, which extends this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: each owner of emails extends it
export interface MailKinds {}

export type MailKind = keyof MailKinds
