import { revealDonorNumber } from '@blood-bank/contract/offers/contact-reveals'
import { call } from '../../api/call.ts'

/** Looks up a private number, on record. */
export const revealNumber = (id: string) => call(revealDonorNumber, { params: { id } })
