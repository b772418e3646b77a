import { WITHHELD_NUMBER } from '@blood-bank/contract/contact-numbers/withheld'
import type { Page } from '@blood-bank/contract/listing'
import type { Withheld } from './phone-number-limits.ts'

type Contact = { id: string; contactNumber: string | null }

/** A response that has phone numbers of other people. */
export type ContactReply = Contact | Page<Contact>

/** The records of a response. */
export const recordsIn = (reply: ContactReply): Contact[] => ('records' in reply ? reply.records : [reply])

/** A response without what its reader must not see yet, which says until when. A page without somebody is the last one. */
export function withhold(reply: ContactReply, { names, numbers }: Withheld): object {
  const records = recordsIn(reply)
    .map((record, place) =>
      numbers.places.has(place)
        ? { ...record, ...WITHHELD_NUMBER, numberWithheldUntil: numbers.until }
        : record,
    )
    .filter((_, place) => !names.places.has(place))
  if (!('records' in reply)) return records[0] as Contact
  return {
    ...reply,
    records,
    ...(names.places.size > 0 && { next: null, shortenedUntil: names.until }),
  }
}
