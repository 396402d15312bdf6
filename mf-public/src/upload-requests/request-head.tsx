import type { PublicUploadRequest } from '@holdall/api'
import { isolate } from '@holdall/section'
import { TextButton } from '@holdall/ui'
import { useState } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { DetailsLine } from '../public-links/public-link-details.tsx'

const Bubble = styled.div`
  display: grid;
  justify-items: start;
  gap: 4px;
  padding: 14px 18px;
  border-radius: 16px;
  border-start-start-radius: 4px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  color: var(--text-2);
  p {
    max-inline-size: 100%;
    line-height: 22px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  p[data-short] {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  button {
    font-size: var(--t-13);
    font-weight: var(--w-medium);
    color: var(--accent-text);
  }
`

/** Longer notes are cut above a list of files. */
const SHORT_LENGTH = 160

/** What the owner of a request has written to its visitors. */
export function RequestNote({ notes, isCut = false }: { readonly notes: string; readonly isCut?: boolean }) {
  const isLong = isCut && (notes.length > SHORT_LENGTH || notes.split('\n').length > 2)
  const [isOpen, setOpen] = useState(false)
  return (
    <Bubble>
      <p dir="auto" data-short={isLong && !isOpen ? '' : undefined}>
        {notes}
      </p>
      {isLong ? (
        <TextButton
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen)
          }}
        >
          <FormattedMessage id={isOpen ? 'request.note_less' : 'request.note_more'} />
        </TextButton>
      ) : null}
    </Bubble>
  )
}

/** The folder of a request, and until when it takes files. */
export function RequestDetails({ request }: { readonly request: PublicUploadRequest }) {
  const { name } = request.attributes
  return (
    <DetailsLine>
      <span>
        <span>
          <FormattedMessage id="request.into" values={{ folder: isolate(name) }} />
        </span>
      </span>
      <small>
        <OpenUntil request={request} />
      </small>
    </DetailsLine>
  )
}

function OpenUntil({ request }: { readonly request: PublicUploadRequest }) {
  const { status, closes_at: closesAt, closes_when_idle: whenIdle } = request.attributes
  if (closesAt === null) return <FormattedMessage id="request.no_end" />
  const date = <FormattedDate key="date" value={closesAt} dateStyle="medium" timeStyle="short" />
  return whenIdle ? (
    <FormattedMessage id="request.until_idle" values={{ status, date }} />
  ) : (
    <FormattedMessage id="request.until" values={{ date }} />
  )
}
