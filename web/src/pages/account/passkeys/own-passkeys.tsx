import {
  addPasskey,
  MAX_PASSKEYS,
  type Passkey,
  prepareNewPasskey,
  removePasskey,
} from '@blood-bank/contract/passkeys/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../../api/call.ts'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { createPasskey } from '../../../session/passkeys/browser-passkeys.ts'
import { explainPasskeyFailure } from '../../../session/passkeys/explain-passkey-failure.ts'
import { hasPasskeys } from '../../../session/passkeys/has-passkeys.ts'
import { PasswordConfirmation } from '../../../session/password-confirmation.tsx'
import { useActor } from '../../../session/session.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { useBrowserSupport } from '../../../ui/browser/use-browser-value.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { AccountPart } from '../account-row.tsx'
import { PasskeyItem } from './passkey-item.tsx'
import styles from './passkeys.module.css'
import { refreshOwnPasskeys, useOwnPasskeys } from './queries.ts'

/** The actor's passkeys: add, name, remove. */
export function OwnPasskeys() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  // A link to this section: the router doesn't scroll to what is loaded later.
  useEffect(() => {
    if (hash === '#passkeys' && key) heading.current?.focus()
  }, [hash, key])
  const own = useOwnPasskeys()
  const [said, say] = useState<string | null>(null)
  const { adding, removing } = usePasskeyChanges({ say, onRemoved: () => heading.current?.focus() })
  const [toRemove, setToRemove] = useState<Passkey | null>(null)
  const failed = [adding, removing].find(({ error }) => error !== null)
  return (
    <AccountPart title="Passkeys" headingRef={heading}>
      <p>
        With a passkey you sign in by fingerprint, face or PIN of your device, without typing a password. Your
        password stays valid.
      </p>
      {own.isPending && <LineSkeleton />}
      <FetchFailure query={own} failed="Failed to load your passkeys." />
      {own.data && own.data.length > 0 && (
        <ul className={styles.list}>
          {own.data.map(passkey => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              isRemoving={removing.isPending && removing.variables.id === passkey.id}
              onRemove={() => setToRemove(passkey)}
            />
          ))}
        </ul>
      )}
      <MutationNotice
        of={failed}
        explain={error => explainPasskeyFailure(error, failed === adding ? 'add' : 'remove')}
      />
      {own.data && (
        <AddPasskey count={own.data.length} isBusy={adding.isPending} onAdd={() => adding.mutate()} />
      )}
      <p className={styles.said} role="status">
        {said}
      </p>
      <PasswordConfirmation />
      {toRemove && (
        <ConfirmDialog
          title={`Remove “${toRemove.name}”?`}
          confirm="Remove passkey"
          onConfirm={() => {
            setToRemove(null)
            removing.mutate(toRemove)
          }}
          onClose={() => setToRemove(null)}
        >
          <p>
            It can no longer sign in, and other browsers that used it are signed out. The device may keep
            offering it until you delete it there, too.
          </p>
        </ConfirmDialog>
      )}
    </AccountPart>
  )
}

type AddProps = { count: number; isBusy: boolean; onAdd: () => void }

function AddPasskey({ count, isBusy, onAdd }: AddProps) {
  const { emailVerified } = useActor()
  const isSupported = useBrowserSupport(hasPasskeys)
  if (!isSupported)
    return <p>This browser doesn't support passkeys, or the site's address doesn't begin with https.</p>
  if (!emailVerified) return <p>Verify your email address first, then you can add a passkey.</p>
  if (count >= MAX_PASSKEYS) return <p>You have {MAX_PASSKEYS} passkeys. Remove one to add another.</p>
  return (
    <div>
      <Button isBusy={isBusy} onClick={onAdd}>
        Add a passkey
      </Button>
    </div>
  )
}

type ChangeOptions = {
  /** Says what was done. */
  say: (message: string) => void
  /** Called when the focused button is gone. */
  onRemoved: () => void
}

/** Adds a passkey of this browser, and removes one. */
function usePasskeyChanges({ say, onRemoved }: ChangeOptions) {
  const client = useQueryClient()
  // What an admin may do can depend on their passkeys.
  const refresh = () => Promise.all([refreshOwnPasskeys(client), refreshSession(client)])
  const adding = useMutation({
    mutationFn: async () => {
      const options = await call(prepareNewPasskey, {})
      return call(addPasskey, { body: await createPasskey(options) })
    },
    onSuccess: async ({ name }) => {
      await refresh()
      say(`Passkey “${name}” added. We emailed you about it.`)
    },
  })
  const removing = useMutation({
    mutationFn: ({ id }: Passkey) => call(removePasskey, { params: { id } }),
    onSuccess: async (_, { name }) => {
      await refresh()
      say(`Passkey “${name}” removed. We emailed you about it.`)
      onRemoved()
    },
    onError: () => refreshOwnPasskeys(client),
  })
  return { adding, removing }
}
