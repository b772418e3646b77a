import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { namesOfPlace, POSTING_DRAFT } from '../../../features/blood-requests/queries.ts'
import { findDraft, findDraftNote, saveDraft } from '../../../forms/drafts.ts'
import { useActor } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

const NOTE = 'This is filled in from an earlier request of yours. Check it before you post.'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading, as the buttons of all requests have the same label. */
  describedBy: string
}

/** Opens the form for a new request, filled in from a closed one. A draft is replaced only if the person agrees. */
export function PostAgainButton({ bloodRequest, describedBy }: Props) {
  const { id } = useActor()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const fillIn = () => {
    copyToForm(id, bloodRequest)
    void navigate('/post-request')
  }
  return (
    <>
      <Button
        aria-describedby={describedBy}
        onClick={() => (hasTypedDraft(id) ? setIsAsking(true) : fillIn())}
      >
        Post again
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Replace your draft?"
          confirm="Replace my draft"
          keep="Keep my draft"
          onConfirm={fillIn}
          onClose={() => setIsAsking(false)}
        >
          <p>
            You typed another request and haven't posted it yet. If you post this one again, what you typed is
            lost. You can <Link to="/post-request">look at your draft</Link> first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * Fills in the form for a new request from an old one, as a draft of the person: the form takes what is a field of it. When
 * blood is needed is left open.
 */
function copyToForm(owner: string, { neededBy: _, ...bloodRequest }: BloodRequest) {
  const texts = Object.entries(bloodRequest).map(([name, value]) => [name, String(value ?? '')])
  // What was posted once with this hospital is not asked about again.
  const draft = { ...Object.fromEntries(texts), confirmedPlace: namesOfPlace(bloodRequest) }
  saveDraft(owner, POSTING_DRAFT, draft, NOTE)
}

/** Whether the form holds something that the person typed and has not posted. */
const hasTypedDraft = (owner: string) =>
  findDraft(owner, POSTING_DRAFT) !== null && findDraftNote(owner, POSTING_DRAFT) === null
