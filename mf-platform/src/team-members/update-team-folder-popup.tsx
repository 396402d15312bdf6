import { browseTeamFolders, type Entry } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { isolate, type PopupProps } from '@holdall/section'
import { Button, ErrorState, FolderIcon, Skeleton, Stack } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useKnownEntry } from '../entries/use-known-entry.ts'
import { DialogButtons } from '../form-dialog/form-dialog.tsx'
import { UpdateTeamFolderForm } from './update-team-folder-form.tsx'

/** The team folder as it is now, with its people. */
async function loadTeamFolder(id: string, signal?: AbortSignal): Promise<Entry> {
  const { meta } = await api.call(
    browseTeamFolders,
    { params: { id }, query: { per_page: 1 } },
    signal ? { signal } : undefined,
  )
  if (!meta.teamFolder) throw new Error('a folder of a team folder was listed without the team folder')
  return meta.teamFolder.data
}

/** Changes the people, the name and the appearance of a team folder. */
export function UpdateTeamFolderPopup({ input: { id, name }, close }: PopupProps<'update-team-folder'>) {
  const intl = useIntl()
  const form = useId()
  const known = useKnownEntry(id)
  const [isBusy, setBusy] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['team-folder', id],
    queryFn: ({ signal }) => loadTeamFolder(id, signal),
    // Members accept and leave at any time.
    staleTime: 0,
    gcTime: 0,
  })
  const folder = data ?? known
  const isGone = isApiError(error, 'not-found')
  return (
    <Dialog
      open
      onClose={close}
      size="l"
      title={intl.formatMessage({ id: 'files.edit_folder.title' }, { name: isolate(name) })}
      icon={<FolderIcon hue={folder?.attributes.color ?? 'green'} emoji={folder?.attributes.emoji ?? null} size={40} />}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <DialogButtons close={close} type="submit" form={form} busy={isBusy} disabled={!data}>
          <FormattedMessage id="files.edit_folder.save" />
        </DialogButtons>
      }
    >
      {data ? (
        <UpdateTeamFolderForm
          id={form}
          folder={data}
          load={() => loadTeamFolder(id)}
          onBusy={setBusy}
          onSaved={close}
        />
      ) : error ? (
        <ErrorState
          title={<FormattedMessage id={isGone ? 'team_members.update.gone' : 'team_members.update.failed'} />}
          text={
            <FormattedMessage
              id={
                isGone
                  ? 'team_members.update.gone_text'
                  : isApiError(error, 'network')
                    ? 'user.failed_network'
                    : 'user.failed_other'
              }
            />
          }
          actions={
            isGone ? undefined : (
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                <FormattedMessage id="share.qr.retry" />
              </Button>
            )
          }
        />
      ) : (
        <Stack as="output" gap={20} aria-label={intl.formatMessage({ id: 'share.qr.loading' })}>
          <Skeleton height={40} />
          <Skeleton width="60%" height={32} />
          <Skeleton width="50%" height={32} />
        </Stack>
      )}
    </Dialog>
  )
}
