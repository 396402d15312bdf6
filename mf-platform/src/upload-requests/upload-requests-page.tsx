import { useHost } from '@holdall/section'
import { Button, EmptyState, FolderArt, IconButton, useIsPhone } from '@holdall/ui'
import { MailPlus } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { RequestTable } from './request-table.tsx'
import { RequestTableSkeleton } from './request-table-skeleton.tsx'
import { useUploadRequests } from './upload-request-queries.ts'

const Content = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: 16px;
  min-block-size: 0;
  padding: 8px 24px 24px;
  overflow-y: auto;
  @media (max-width: 640px) {
    padding: 4px 12px 24px;
  }
`
const More = styled.div`
  align-self: center;
`
const End = styled.p`
  text-align: center;
  font-size: var(--t-13);
  color: var(--text-3);
`

/** The requests for files of the user: those that are open, and those that ended lately. */
export function UploadRequestsPage() {
  const { navigation, overlay } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const action = intl.formatMessage({ id: 'upload_requests.action' })
  const create = () => {
    overlay.open('create-file-request', { parentId: null })
  }
  return (
    <PlatformLayout page="requests" folderId={null}>
      <PageHeader page="requests" folderId={null} to={() => navigation.href('UploadRequests')}>
        {phone ? (
          <IconButton icon={MailPlus} iconSize={20} label={action} onClick={create} />
        ) : (
          <Button variant="primary" icon={MailPlus} onClick={create}>
            {action}
          </Button>
        )}
      </PageHeader>
      <Content>
        <Requests create={create} />
      </Content>
    </PlatformLayout>
  )
}

function Requests({ create }: { readonly create: () => void }) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useUploadRequests()
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <RequestTableSkeleton />
      </>
    )
  }
  const requests = data.pages.flatMap((page) => page.data)
  if (requests.length === 0) {
    return (
      <EmptyState
        art={<FolderArt />}
        title={<FormattedMessage id="upload_requests.empty.title" />}
        text={<FormattedMessage id="upload_requests.empty.text" />}
        actions={
          <Button variant="primary" icon={MailPlus} onClick={create}>
            <FormattedMessage id="upload_requests.action" />
          </Button>
        }
      />
    )
  }
  return (
    <>
      <RequestTable requests={requests} />
      {hasNextPage ? (
        <More>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <FormattedMessage id="upload_requests.more" />
          </Button>
        </More>
      ) : (
        <End>
          <FormattedMessage id="upload_requests.end" />
        </End>
      )}
    </>
  )
}
