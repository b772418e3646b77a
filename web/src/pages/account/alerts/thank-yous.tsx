import { changeThankYouPreference, readThankYouPreference } from '@blood-bank/contract/thanks/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'

const THANK_YOU_PREFERENCE = ['thank-yous', 'preference']

/** Whether thank-yous come, saved at once. Nothing until that is known: the page works without it. */
export function ThankYous() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: THANK_YOU_PREFERENCE,
    queryFn: ({ signal }) => call(readThankYouPreference, {}, { signal }),
  })
  const saving = useMutation({
    mutationFn: (isOn: boolean) => call(changeThankYouPreference, { body: { isOn } }),
    onSuccess: preference => {
      client.setQueryData(THANK_YOU_PREFERENCE, preference)
      showToast(preference.isOn ? 'You get thank-yous.' : 'You get no thank-yous.')
    },
  })
  if (!data || data.isOn === null) return null
  return (
    <>
      <Switch
        label="Tell me when somebody thanks me for a donation"
        isOn={saving.isPending ? saving.variables : data.isOn}
        onChange={isOn => saving.mutate(isOn)}
      />
      <MutationNotice of={saving} failed="Failed to save your choice. Please try again." />
    </>
  )
}
