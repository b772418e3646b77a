import { checkForm, type Fault } from '@blood-bank/contract/forms'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { explainFailure } from '../api/explain-failure.ts'
import { isRefusal, Refusal, unreachable } from '../api/refusal.ts'
import { type Typed, useTyped } from './use-typed.ts'

type NamesOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string

type Options<V extends Typed, S extends z.ZodMiniType, R> = {
  /** The contract's schema of the form. */
  schema: S
  /** What the fields hold at first: text for text, numbers, dates and selects, booleans for checkboxes. */
  initial: V
  /** Turns what was typed into what the schema reads, where that differs (a number). */
  prepare?: (typed: V) => unknown
  /** A rule beyond the schema; gives what is wrong, if anything. */
  check?: (values: z.output<S>) => Fault | undefined
  /** Sends the checked values; refresh what it changes here, too, as this runs on when the page is left. */
  send: (values: z.output<S>) => Promise<R>
  /** What follows a success, while the form is still on the page. */
  onSent?: (reply: R) => void
  /** The sentence for the whole form when a field is wrong, where it is not the one that the schema gives. */
  explainFault?: (fault: Fault, typed: V) => string
  /** The sentence for a refusal, where it is not the refusal's own. */
  explain?: (refusal: Refusal) => string
  /** Name under which the typed survives a session that ended. Never for a form with a password. */
  draftKey?: string
  /** It survives a reload, too. */
  survivesReload?: boolean
}

/**
 * A form of the contract: holds what was typed (a failed sending loses nothing), checks it by the contract's
 * schema, sends it once at a time, and shows what is wrong, for the whole (`problem`) and for each field.
 * Give it to `<Form form={form}>` and its fields to the kit's: `<TextField label="…" {...form.text('email')} />`.
 */
export function useContractForm<V extends Typed, S extends z.ZodMiniType, R>(options: Options<V, S, R>) {
  const { schema } = options
  const draft = useTyped(options.initial, options)
  const { typed } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [focusCall, setFocusCall] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  const problemId = useId()
  const isUnderWay = useRef(false)
  const sending = useMutation({
    mutationFn: async (values: z.output<S>) => {
      const reply = await options.send(values)
      draft.drop()
      return reply
    },
  })

  useEffect(() => {
    if (focusCall > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focusCall])

  function show({ message, fields }: Fault) {
    setProblem(message)
    setFaults(fields)
    setFocusCall(count => count + 1)
  }

  function showFailure(error: Error) {
    const refusal = error instanceof Refusal ? error : unreachable()
    if (isRefusal(error, 'not-signed-in')) draft.keep()
    show({ message: options.explain?.(refusal) ?? explainFailure(refusal), fields: refusal.fields })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isUnderWay.current) return
    const checked = checkForm(schema, options.prepare ? options.prepare(typed) : typed)
    const fault = checked.fault ?? options.check?.(checked.values as z.output<S>)
    if (fault) return show({ ...fault, message: options.explainFault?.(fault, typed) ?? fault.message })
    setProblem(null)
    setFaults({})
    isUnderWay.current = true
    sending.mutate(checked.values as z.output<S>, {
      onSuccess: reply => {
        draft.save(typed)
        options.onSent?.(reply)
      },
      onError: showFailure,
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }

  function set<N extends keyof V & string>(name: N, value: V[N]) {
    draft.setTyped(before => ({ ...before, [name]: value }))
    setFaults(({ [name]: _, ...others }) => others)
  }

  /** Begins anew, with nothing typed. */
  function reset() {
    draft.reset()
    setProblem(null)
    setFaults({})
  }

  const faultOf = (name: string) => ({
    error: faults[name],
    saidBy: faults[name] === problem ? problemId : undefined,
  })

  return {
    ref,
    submit,
    isSending: sending.isPending,
    /** Leaving would lose something. What is being sent goes on being sent. */
    isUnsaved: draft.isUnsaved && !sending.isPending,
    isFromDraft: draft.isFromDraft,
    reset,
    problem,
    problemId,
    dismissProblem: () => setProblem(null),
    typed,
    set,
    /** Props for TextField, SelectField and TextAreaField. */
    text: (name: NamesOf<V, string>) => ({
      name,
      value: typed[name] as string,
      onChange: (value: string) => set(name, value as V[typeof name]),
      ...faultOf(name),
    }),
    /** Props for CheckboxField. */
    checkbox: (name: NamesOf<V, boolean>) => ({
      name,
      isChecked: typed[name] as boolean,
      onChange: (isChecked: boolean) => set(name, isChecked as V[typeof name]),
      ...faultOf(name),
    }),
  }
}
