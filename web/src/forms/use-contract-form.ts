import { checkForm, type Fault, missingMessage } from '@blood-bank/contract/forms'
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { isConnected, useIsOnline } from '../api/connection-check.ts'
import { explainFailure, isRefused } from '../api/explain-failure.ts'
import { isRefusal, type Refusal, toRefusal } from '../api/refusal.ts'
import { sayLater } from '../ui/feedback/late-message.ts'
import { sendOnceConnected, takeBack } from './send-later.ts'
import { type FieldValues, useFieldValues } from './use-field-values.ts'

type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string

type Options<V extends FieldValues, S extends z.ZodMiniType, R> = {
  /** The contract's schema of the form. */
  schema: S
  /** Initial values: strings for text, numbers, dates and selects, booleans for checkboxes. */
  initial: V
  /** Converts the field values into the schema's input where they differ (a number). */
  prepare?: (values: V) => unknown
  /** A rule beyond the schema; returns the fault, if any. */
  check?: (values: z.output<S>) => Fault | undefined
  /** Sends the valid values. Refresh affected queries here, because this also completes after the page is left. */
  send: (values: z.output<S>) => Promise<R>
  /** Called after a success while the form is still mounted. */
  onSent?: (reply: R) => void
  /** The form's error for an invalid field, where it differs from the schema's. */
  explainFault?: (fault: Fault, values: V) => string
  /** The form's error for a refusal, where it differs from the refusal's message. */
  explain?: (refusal: Refusal) => string
  /** Called when the server refuses: the page may show an outdated state. */
  onRefused?: (refusal: Refusal) => unknown
  /** Leaves what a list shows in its place (lists/steady). */
  keepsPlaces?: true
  /** Key of the draft, which survives an expired session. Never for a form with a password. */
  draftKey?: string
  /** Saves the draft at every change, so that it also survives a reload. */
  survivesReload?: boolean
  /**
   * What is submitted without a connection is sent by itself once there is one, also if the page was left meanwhile. Only
   * for what may be sent twice without harm, as a reply may have been lost. Needs a `draftKey`.
   */
  whileOffline?: {
    /** Shown while it waits. */
    waits: ReactNode
    /** Says that it was sent, on whatever page the person is then. */
    sent: string
    /** Sends it after the page was left; `send` by default, which may ask something on the page. */
    sendLater?: (values: z.output<S>) => Promise<R>
  }
}

/** The note of a draft that was waiting for the connection when the page was left. */
const UNSENT =
  'You were offline, so this may not have been sent yet. Please send it: nothing is stored twice.'

/**
 * State of a form of the contract: its values (a failed submission loses nothing), validation by the contract's schema,
 * one submission at a time, and errors for the form (`problem`) and for each field.
 * Pass it to `<Form form={form}>` and spread its fields: `<TextField label="…" {...form.text('email')} />`.
 */
export function useContractForm<V extends FieldValues, S extends z.ZodMiniType, R>(
  options: Options<V, S, R>,
) {
  const { schema, whileOffline } = options
  const client = useQueryClient()
  const draft = useFieldValues(options.initial, options)
  const { values } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  // The fields that `problem` is about.
  const [problemFields, setProblemFields] = useState<string[]>([])
  const [focusCall, setFocusCall] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  const problemId = useId()
  const isOnline = useIsOnline()
  const [isWaiting, setIsWaiting] = useState(false)
  const isSubmitting = useRef(false)
  const sendWith = (send: (values: z.output<S>) => Promise<R>) => async (values: z.output<S>) => {
    try {
      const reply = await send(values)
      draft.discardDraft()
      return reply
    } catch (error) {
      if (whileOffline && isRefusal(error, 'network')) await isConnected()
      throw error
    }
  }
  const sending = useMutation({
    mutationFn: sendWith(options.send),
    meta: options.keepsPlaces ? { keepsPlaces: true } : {},
  })

  useEffect(() => {
    if (focusCall > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focusCall])

  // Sends what is in the fields then: the person may have gone on typing.
  const sendAgain = useEffectEvent(() => sendValues())
  useEffect(() => {
    if (isWaiting && isOnline) sendAgain()
  }, [isWaiting, isOnline])

  const sendAfterLeaving = useEffectEvent(() => {
    if (!options.draftKey || !whileOffline || onlineManager.isOnline() || !draft.isUnsaved) return
    const { checked, fault } = check(values)
    if (!isWaiting || fault) return draft.saveDraft()
    draft.saveDraft(UNSENT)
    const send = sendWith(whileOffline.sendLater ?? options.send)
    sendOnceConnected(client, options.draftKey, { send, values: checked.values as z.output<S> }).then(
      () => sayLater(whileOffline.sent),
      error => sayLater(`${messageOf(toRefusal(error))} What you typed is kept in the form.`),
    )
  })
  // Back before it was sent, it waits on the page, where it can still be changed.
  const waitHere = useEffectEvent(() => {
    if (options.draftKey && takeBack(client, options.draftKey)) setIsWaiting(true)
  })
  useEffect(() => {
    waitHere()
    return () => sendAfterLeaving()
  }, [])

  const messageOf = (refusal: Refusal) => options.explain?.(refusal) ?? explainFailure(refusal)

  function show({ message, fields }: Fault) {
    const names = Object.keys(fields)
    const named = names.filter(name => fields[name] === message)
    setProblem(message)
    setFaults(fields)
    setProblemFields(named.length > 0 ? named : names)
    setFocusCall(count => count + 1)
  }

  /** The draft says after a reload why it is there. */
  function waitForConnection() {
    draft.saveDraft(UNSENT)
    setIsWaiting(true)
  }

  function showFailure(error: Error) {
    if (whileOffline && isRefusal(error, 'network') && !onlineManager.isOnline()) return waitForConnection()
    const refusal = toRefusal(error)
    if (isRefusal(error, 'not-signed-in')) draft.saveDraft()
    if (isRefused(error)) options.onRefused?.(refusal)
    show({ message: messageOf(refusal), fields: refusal.fields })
  }

  function check(values: V) {
    const checked = checkForm(schema, options.prepare ? options.prepare(values) : values)
    return { checked, fault: checked.fault ?? options.check?.(checked.values as z.output<S>) }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    sendValues()
  }

  function sendValues() {
    if (isSubmitting.current) return
    setIsWaiting(false)
    const { checked, fault } = check(values)
    if (fault) return show({ ...fault, message: options.explainFault?.(fault, values) ?? fault.message })
    clearFaults()
    if (whileOffline && !onlineManager.isOnline()) {
      waitForConnection()
      return void isConnected()
    }
    isSubmitting.current = true
    sending.mutate(checked.values as z.output<S>, {
      onSuccess: reply => {
        draft.markSaved(values)
        options.onSent?.(reply)
      },
      onError: showFailure,
      onSettled: () => {
        isSubmitting.current = false
      },
    })
  }

  function set<N extends keyof V & string>(name: N, value: V[N]) {
    draft.setValues(before => ({ ...before, [name]: value }))
    setFaults(({ [name]: _, ...others }) => others)
    if (problemFields.length > 0 && areRight(name, { ...values, [name]: value })) clearProblem()
  }

  /** Whether all fields of the problem were changed since and are valid now. The server's reasons are not known here. */
  function areRight(changed: string, values: V) {
    const invalid = check(values).fault?.fields ?? {}
    return problemFields.every(name => (name === changed || !(name in faults)) && !(name in invalid))
  }

  function clearProblem() {
    setProblem(null)
    setProblemFields([])
  }

  function clearFaults() {
    clearProblem()
    setFaults({})
  }

  /** Restores the initial values. */
  function reset() {
    draft.reset()
    clearFaults()
    setIsWaiting(false)
  }

  const [fieldNames] = useState(() => new Set<string>())
  const [nameOfProblem] = problemFields.length === 1 ? problemFields : []
  const isAtField =
    nameOfProblem !== undefined && faults[nameOfProblem] === problem && fieldNames.has(nameOfProblem)

  function faultOf(name: string) {
    fieldNames.add(name)
    const error = faults[name]
    // Beside an empty field the sentence that asks for it would be said again: its mark is enough.
    const isSaid = error === problem || (error && problem === missingMessage(schema, values, name))
    if (problem === null || !isSaid) return { error }
    const shown = isAtField ? { text: problem, onDismiss: clearProblem } : null
    return { error, problem: { id: problemId, shown } }
  }

  return {
    ref,
    submit,
    isSending: sending.isPending,
    /** What to say while it waits for the connection; null while it doesn't, undefined if it never does. */
    waiting: whileOffline && (isWaiting ? whileOffline.waits : null),
    /** Stops waiting. */
    stopWaiting: () => setIsWaiting(false),
    /** Whether leaving would lose input. A pending submission completes anyway. */
    isUnsaved: draft.isUnsaved && !sending.isPending,
    isFromDraft: draft.isFromDraft,
    draftNote: draft.draftNote,
    reset,
    /** The error of the form, unless it stands at the one field that it is about. */
    problem: isAtField ? null : problem,
    problemId,
    dismissProblem: clearProblem,
    values,
    set,
    /** Props for TextField, SelectField and TextAreaField. */
    text: (name: NamesOf<V, string>) => ({
      name: name as string,
      value: values[name] as string,
      onChange: (value: string) => set(name, value as V[typeof name]),
      ...faultOf(name),
    }),
    /** Props for CheckboxField. */
    checkbox: (name: NamesOf<V, boolean>) => ({
      name: name as string,
      isChecked: values[name] as boolean,
      onChange: (isChecked: boolean) => set(name, isChecked as V[typeof name]),
      ...faultOf(name),
    }),
  }
}

/** The fields of a form with these values; it may have others, too. */
export type FieldsOf<V extends FieldValues> = Pick<
  ReturnType<typeof useContractForm<V, never, never>>,
  'text' | 'checkbox'
>
