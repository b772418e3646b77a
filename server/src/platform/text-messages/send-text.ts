/** A text message: one segment of GSM-7 (160 characters). */
export type TextMessage = {
  /** In international form (E.164). */
  phone: string
  message: string
}

/**
 * What became of a message. A reason is in the gateway's own words, without the number and the message. `isUnsent`: there was
 * no connection, so the gateway cannot have taken it.
 */
export type TextOutcome = { kind: 'sent' } | { kind: 'failed'; reason: string; isUnsent?: true }

/** Sends one text message by the site's gateway, or shows it in the demo's mailbox. */
export type SendText = (text: TextMessage) => Promise<TextOutcome>
