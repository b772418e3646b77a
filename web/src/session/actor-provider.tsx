import type { User } from '@blood-bank/contract/users'
import type { ReactNode } from 'react'
import { DraftOwner } from '../forms/drafts.ts'
import { ActorContext } from './session.ts'

/** Gives the pages behind a guard their actor, and the drafts of their forms an owner. */
export const ActorProvider = ({ actor, children }: { actor: User; children: ReactNode }) => (
  <ActorContext value={actor}>
    <DraftOwner value={actor.id}>{children}</DraftOwner>
  </ActorContext>
)
