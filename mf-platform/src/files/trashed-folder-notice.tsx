import type { Entry } from '@holdall/api'
import { useHost } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { Trash2 } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import type { useFileMutations } from '../entries/file-mutations.ts'

const Container = styled.div`
  flex: none;
  padding: 0 16px 12px;
`
const FolderNotice = styled(Notice)`
  align-items: center;
  flex-wrap: wrap;
  /* On a phone the text takes a line of its own before it wraps. */
  & > div:first-of-type {
    flex-basis: 180px;
  }
`
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

interface TrashedFolderNoticeProps {
  readonly folder: Entry
  readonly mutations: ReturnType<typeof useFileMutations>
}

/** Says that the shown folder is in the trash, with buttons to restore it or delete it permanently. */
export function TrashedFolderNotice({ folder, mutations }: TrashedFolderNoticeProps) {
  const { navigation } = useHost()
  const target = { count: 1, single: folder, load: () => Promise.resolve([folder]), clear() {} }
  const destroy = async () => {
    if (await mutations.destroy(target, folder.id)) navigation.go({ name: 'Trash' }, { replace: true })
  }
  return (
    <Container>
      <FolderNotice
        tone="warn"
        icon={Trash2}
        action={
          <Actions>
            <Button size="s" onClick={() => void mutations.restore(target, folder.id)}>
              <FormattedMessage id="trash.action.restore" />
            </Button>
            <Button size="s" variant="quiet-danger" onClick={() => void destroy()}>
              <FormattedMessage id="trash.action.destroy" />
            </Button>
          </Actions>
        }
      >
        <FormattedMessage id="files.in_trash" />
      </FolderNotice>
    </Container>
  )
}
