import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveFile } from '../../../ui/browser/save-file.ts'

/** The export of a list, made by `csv-export.ts`. */
export type Export = {
  /** Returns the file and reports its progress (0 to 1); throws the reason of an aborted `signal`. */
  download: (
    onProgress: (progress: number) => void,
    options: { signal: AbortSignal },
  ) => Promise<{ name: string; content: Blob }>
  /** The message for an error. */
  failure: (error: Error) => string
}

/** Exports to a file in the person's downloads, one at a time. Continues when they go to another page. */
export function useExport({ download, failure }: Export) {
  const [percent, setPercent] = useState(0)
  const abort = useRef<AbortController>(null)
  const exporting = useMutation({
    mutationFn: () => {
      setPercent(0)
      abort.current = new AbortController()
      return download(progress => setPercent(Math.floor(progress * 100)), { signal: abort.current.signal })
    },
    onSuccess: ({ name, content }) => saveFile(name, content),
  })
  const isCancelled = exporting.error?.name === 'AbortError'
  return {
    start: () => exporting.mutate(),
    cancel: () => abort.current?.abort(),
    isRunning: exporting.isPending,
    isCancelled,
    percent,
    problem: isCancelled ? null : exporting.error && failure(exporting.error),
    dismiss: exporting.reset,
    savedAs: exporting.data?.name,
  }
}

export type ExportState = ReturnType<typeof useExport>
