import { type ContactReveal, listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { replying } from './replies.ts'

/** A page of the contact ledger of the account page, which asks for the standing reveals first, then for the ended ones. */
export const reveals = (...records: ContactReveal[]) => replying(listContactReveals, { records, next: null })
