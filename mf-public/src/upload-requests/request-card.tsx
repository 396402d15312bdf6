import type { PublicUploadRequest } from '@holdall/api'
import { useFileDrop } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Avatar, Button, Icon, useMediaQuery } from '@holdall/ui'
import { FolderUp, Upload } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { Centered, SoloCard } from '../layout/visitor-layout.tsx'
import type { FolderEditing } from '../public-links/editing/editable-link.ts'
import { RequestDetails, RequestNote } from './request-head.tsx'

const Card = styled(SoloCard)`
  inline-size: min(100%, 600px);
`
const Head = styled.div`
  display: flex;
  gap: 14px;
  & > div {
    min-inline-size: 0;
  }
`
const Zone = styled.div`
  display: grid;
  justify-items: center;
  gap: 6px;
  padding: 40px 24px;
  border: 1.5px dashed var(--control-line);
  border-radius: 16px;
  background: var(--sunken);
  text-align: center;
  &[data-drop] {
    border-color: var(--accent-solid);
    background: var(--accent-soft);
  }
  & > b {
    margin-block-start: 6px;
    font-weight: var(--w-semi);
  }
  & > p {
    font-size: var(--t-13);
    line-height: 20px;
  }
  @media (max-width: 640px) {
    padding: 28px 16px;
  }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-block-start: 12px;
`
const Foot = styled.p`
  && {
    font-size: var(--t-13);
    line-height: 20px;
    color: var(--text-3);
  }
`

interface RequestCardProps {
  readonly request: PublicUploadRequest
  readonly editing: Pick<FolderEditing, 'choose' | 'handlers'>
}

/** Who asks for files and for which, with a place to drop them: a request without uploads. */
export function RequestCard({ request, editing }: RequestCardProps) {
  const { config } = useHost()
  const { notes } = request.attributes
  const { name: owner, avatar, color } = request.relationships.user.data.attributes
  // Nothing can be dropped on a touch screen.
  const touch = useMediaQuery('(hover: none)') ? 'yes' : 'no'
  const { onDrop } = editing.handlers
  const { over, handlers } = useFileDrop(onDrop && ((picked) => onDrop(picked, null)), () => false)
  const ownerName = <bdi key="owner">{owner}</bdi>
  return (
    <Centered {...handlers}>
      <Card>
        <Head>
          <Avatar name={owner} avatar={avatar} color={color} size={52} decorative />
          <div>
            <h1>
              <FormattedMessage id="request.title" values={{ owner: ownerName }} />
            </h1>
            <RequestDetails request={request} />
          </div>
        </Head>
        {notes ? <RequestNote notes={notes} /> : null}
        <Zone data-drop={over ? '' : undefined}>
          <Icon as={Upload} size={24} />
          <b>
            <FormattedMessage id="request.drop" values={{ touch }} />
          </b>
          <p>
            <FormattedMessage id="request.drop_text" values={{ touch }} />
            {config.uploadLimit > 0 ? (
              <>
                {' '}
                <FormattedMessage id="request.limit" values={{ size: config.uploadLimitFormatted }} />
              </>
            ) : null}
          </p>
          <Buttons>
            <Button
              variant="primary"
              icon={Upload}
              onClick={() => {
                editing.choose(false)
              }}
            >
              <FormattedMessage id="request.choose_files" />
            </Button>
            <Button
              icon={FolderUp}
              onClick={() => {
                editing.choose(true)
              }}
            >
              <FormattedMessage id="request.choose_folder" />
            </Button>
          </Buttons>
        </Zone>
        <Foot>
          <FormattedMessage id="request.who_sees" values={{ owner: ownerName }} />
        </Foot>
      </Card>
    </Centered>
  )
}
