import * as own from '@blood-bank/contract/own-account'
import type { User } from '@blood-bank/contract/users'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/connection.ts'
import { serve } from '../../http/serve.ts'
import { listConsentsOf } from './own-store.ts'
import { consentForOwner } from './view.ts'

/** Gathers what every feature stores about a person. */
export type ReadExport = (db: Database, user: User) => Promise<own.AccountExport>

const EXPORT_FILE = 'attachment; filename="my-blood-bank-data.json"'

/** What somebody may do with their own account: see it, take it along. */
export function ownAccountRoutes({ http, db }: Context, readExport: ReadExport): void {
  serve(http, own.readOwnAccount, async ({ actor: { id, email, createdAt } }) => {
    const [latest] = await listConsentsOf(db, id)
    return { email, createdAt, consent: latest ? consentForOwner(latest) : null }
  })

  serve(http, own.exportOwnAccount, async ({ actor, reply }) => {
    reply.header('content-disposition', EXPORT_FILE)
    return readExport(db, actor)
  })
}
