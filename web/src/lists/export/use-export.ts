import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveFile } from '../../ui/browser/save-file.ts'

/** How a list is exported; `lists/export/csv-export.ts` makes it. */
export type Export = {
  /** Gives the file, and tells which share of it is there (0 to 1); throws the reason of an aborted `signal`. */
  download: (
    onShare: (share: number) => void,
    options: { signal: AbortSignal },
  ) => Promise<{ name: string; content: Blob }>
  /** The sentence for one that failed. */
  failure: (error: Error) => string
}

/** Exports to a file among the person's downloads, one at a time, also when they go on to another page. */
export function useExport({ download, failure }: Export) {
  const [percent, setPercent] = useState(0)
  const abort = useRef<AbortController>(null)
  const exporting = useMutation({
    mutationFn: () => {
      setPercent(0)
      abort.current = new AbortController()
      return download(share => setPercent(Math.floor(share * 100)), { signal: abort.current.signal })
    },
    onSuccess: ({ name, content }) => saveFile(name, content),
  })
  const isCancelled = exporting.error?.name === 'AbortError'
  return {
    start: () => exporting.mutate(),
    cancel: () => abort.current?.abort(),
    isUnderWay: exporting.isPending,
    isCancelled,
    percent,
    problem: isCancelled ? null : exporting.error && failure(exporting.error),
    dismiss: exporting.reset,
    savedAs: exporting.data?.name,
  }
}

export type Exporting = ReturnType<typeof useExport>
