import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefused } from '../../../api/explain-failure.ts'

type Options = {
  /** Refetches the records, which are outdated if a change is refused. */
  refresh: () => Promise<unknown>
  onChanged: () => void
}

/** The state of a record that admins change in a dialog, for `<DialogRecord>` and the buttons in it. */
export function useRecordEditing({ refresh, onChanged }: Options) {
  const [mode, setMode] = useState<'shown' | 'entering-date' | 'undoing'>('shown')
  const sending = useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
    onSuccess: onChanged,
    onError: error => {
      if (isRefused(error)) void refresh()
    },
    onSettled: () => setMode('shown'),
  })
  const show = () => setMode('shown')
  return {
    mode,
    refresh,
    send: sending.mutate,
    isSending: sending.isPending,
    error: sending.error,
    dismissError: sending.reset,
    enterDate: () => setMode('entering-date'),
    askToUndo: () => setMode('undoing'),
    cancel: show,
    endDateEntry: () => {
      show()
      onChanged()
    },
  }
}

export type RecordEditing = ReturnType<typeof useRecordEditing>
