import type { Page } from '@blood-bank/contract/listing'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { CachedReply } from '../../platform/http/replies/response-cache.ts'

type Actor = Pick<User, 'id' | 'email' | 'emailVerified'>
type Contact = { id: string; contactNumber: string | null }

/** A response that has contact numbers of other people. */
export type ContactReply = Contact | Page<Contact>

/** The hashes of the numbers and of the names in a reply, by the place of the record; no names where they are not limited. */
type Contacts = Pick<CachedReply, 'numbers' | 'names'>

/** Limits how many numbers and names of other people a caller is sent (`features/contact-numbers`). */
export type ContactLimits = {
  /** The largest page that an account may get. */
  maxPageSizeFor: (actor: Actor) => number
  contactsIn: (reply: ContactReply, limits: 'numbers' | 'numbers and people') => Contacts
  /**
   * Counts a reply before it is sent. A cached one has its entity tag.
   * @returns leaves out of the reply what is beyond a limit; null if all of it may be sent
   */
  count: (
    actor: Actor,
    address: string,
    contacts: Contacts & { tag?: string },
  ) => Promise<((reply: ContactReply) => object) | null>
}
