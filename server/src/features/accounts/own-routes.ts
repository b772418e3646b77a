import * as own from '@blood-bank/contract/own-account'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { listConsentsOf } from './own-store.ts'
import { consentForOwner } from './view.ts'

/** What somebody may do with their own account. */
export function ownAccountRoutes({ http, db }: Context): void {
  serve(http, own.readOwnAccount, async ({ actor: { id, email, createdAt } }) => {
    const [latest] = await listConsentsOf(db, id)
    return { email, createdAt, consent: latest ? consentForOwner(latest) : null }
  })
}
