import type { ReactNode } from 'react'
import { DraftOwner } from '../forms/drafts.ts'
import { ActorContext, type PageActor } from './session.ts'

/** Provides the pages behind a guard with their actor, and the drafts of their forms with an owner once it is known. */
export const ActorProvider = ({ actor, children }: { actor: PageActor; children: ReactNode }) => (
  <ActorContext value={actor}>
    <DraftOwner value={actor.id ?? null}>{children}</DraftOwner>
  </ActorContext>
)
