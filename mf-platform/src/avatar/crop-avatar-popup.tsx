import { isApiError } from '@holdall/api-client'
import { type PopupProps, useHost } from '@holdall/section'
import { Notice } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureText } from '../error-messages/failure-text.ts'
import { DialogButtons } from '../form-dialog/form-dialog.tsx'
import { useSetAvatar } from './avatar-mutations.ts'
import { cropPicture } from './crop-picture.ts'
import { CropStage } from './crop-stage.tsx'
import { cropOf, initialView, type Size } from './crop-view.ts'

/** Browsers fail to draw much larger ones, some without an error. */
const MAX_PIXELS = 120_000_000

type Picture =
  | { readonly state: 'loading' | 'unreadable' | 'too_many_pixels' }
  | { readonly state: 'ready'; readonly element: HTMLImageElement; readonly size: Size }

/** Chooses the part of an image that becomes the profile picture, and saves it. */
export function CropAvatarPopup({ input: { address }, close }: PopupProps<'crop-avatar'>) {
  const intl = useIntl()
  const { toasts, log } = useHost()
  const [picture, setPicture] = useState<Picture>({ state: 'loading' })
  const [view, setView] = useState(initialView)
  const { mutate, isPending, error } = useSetAvatar()
  const abort = useRef<AbortController>(null)
  useEffect(
    () => () => {
      abort.current?.abort()
    },
    [],
  )

  const load = (element: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = element
    if (width === 0 || height === 0) setPicture({ state: 'unreadable' })
    else if (width * height > MAX_PIXELS) setPicture({ state: 'too_many_pixels' })
    else setPicture({ state: 'ready', element, size: { width, height } })
  }
  const save = () => {
    if (picture.state !== 'ready') return
    const { element, size } = picture
    abort.current = new AbortController()
    mutate(
      { image: () => cropPicture(element, cropOf(view, size)), signal: abort.current.signal },
      {
        onSuccess: () => {
          toasts.show({ type: 'success', message: intl.formatMessage({ id: 'user.avatar.saved' }) })
          close()
        },
        onError: (failure) => {
          log.warn('The profile picture was not saved.', failure)
        },
      },
    )
  }
  const problem =
    picture.state === 'unreadable' || picture.state === 'too_many_pixels'
      ? intl.formatMessage({ id: `user.avatar.${picture.state}` })
      : error && messageOf(error, intl.formatMessage)

  return (
    <Dialog
      open
      onClose={close}
      size="s"
      title={<FormattedMessage id="user.avatar.title" />}
      closeLabel={intl.formatMessage({ id: 'user.avatar.cancel' })}
      footer={
        <DialogButtons close={close} busy={isPending} disabled={picture.state !== 'ready'} onClick={save}>
          <FormattedMessage id="user.avatar.save" />
        </DialogButtons>
      }
    >
      {problem ? (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      ) : null}
      {picture.state === 'loading' || picture.state === 'ready' ? (
        <CropStage
          address={address}
          size={picture.state === 'ready' ? picture.size : null}
          view={view}
          onView={setView}
          onLoad={load}
          onError={() => {
            setPicture({ state: 'unreadable' })
          }}
        />
      ) : null}
    </Dialog>
  )
}

/** What went wrong, and what to do. */
function messageOf(error: Error, format: (message: { id: string }) => string): string | null {
  if (!isApiError(error) || error.code === 'bad-image') return format({ id: 'user.avatar.unreadable' })
  if (error.code === 'too-large' || error.code === 'image-too-large') {
    return format({ id: 'user.avatar.too_many_pixels' })
  }
  return failureText(error, format)
}
