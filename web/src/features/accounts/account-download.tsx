import { EXPORT_FILE_NAME, exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { saveFile } from '../../ui/browser/save-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** Downloads everything stored about the person as one file. */
export function AccountDownload() {
  const download = useMutation({
    mutationFn: () => call(exportOwnAccount, {}),
    onSuccess: everything =>
      saveFile(
        EXPORT_FILE_NAME,
        new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
      ),
  })
  return (
    <Stack>
      <p>
        Download one file with your account, your donor profile, your blood requests, offers and donations,
        and the times when you signed in.
      </p>
      <MutationNotice of={download} failed="Failed to download your data. Please try again." />
      {download.isSuccess && <Notice kind="success">Downloaded as {EXPORT_FILE_NAME}.</Notice>}
      <div>
        <Button isBusy={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
      </div>
    </Stack>
  )
}
