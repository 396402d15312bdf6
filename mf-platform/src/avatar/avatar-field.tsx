import type { User } from '@holdall/api'
import { useHost } from '@holdall/section'
import { Avatar, Button, FileInput, Icon, useFileDrop } from '@holdall/ui'
import { CircleAlert, ImageUp } from '@holdall/ui/icons'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'
import { useRemoveAvatar } from './avatar-mutations.ts'

const MB = 1_000_000
/** The browser decodes it; only what is cropped is sent. */
const MAX_FILE_BYTES = 50 * MB

const Root = styled.fieldset`
  display: flex;
  align-items: center;
  min-inline-size: 0;
  gap: 20px;
  margin: -12px;
  padding: 12px;
  border-radius: 14px;
  &[data-over] {
    background: var(--selected);
    box-shadow: inset 0 0 0 2px var(--accent-solid);
  }
  & > div {
    display: grid;
    gap: 8px;
    min-inline-size: 0;
  }
  p {
    color: var(--text-3);
    font-size: var(--t-12);
    line-height: 16px;
  }
  p[role='alert'] {
    display: flex;
    gap: 6px;
    color: var(--danger-text);
  }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

/** Nothing can be dropped with a finger. */
const Drop = styled.span`
  @media (pointer: coarse) {
    display: none;
  }
`

/** The profile picture: chosen or dropped, cropped in a popup, removed. */
export function AvatarField({ user: { attributes } }: { readonly user: User }) {
  const intl = useIntl()
  const { overlay, toasts } = useHost()
  const report = useReportError()
  const { mutate: remove, isPending: isRemoving } = useRemoveAvatar()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const [problem, setProblem] = useState<'not_image' | 'too_large' | null>(null)
  const { name, avatar, color } = attributes
  const text = (id: string) => intl.formatMessage({ id: `user.avatar.${id}` })

  const crop = (file: File) => {
    // Where the type is not known, the popup finds out.
    const isOther = file.type !== '' && !file.type.startsWith('image/')
    if (isOther) setProblem('not_image')
    else if (file.size > MAX_FILE_BYTES) setProblem('too_large')
    else {
      setProblem(null)
      const address = URL.createObjectURL(file)
      const onClose = () => {
        URL.revokeObjectURL(address)
      }
      overlay.open('crop-avatar', { address }, { onClose })
    }
  }
  const drop = useFileDrop(crop)
  const confirmRemoval = async () => {
    const isConfirmed = await overlay.confirm({
      title: text('remove_title'),
      message: text('remove_text'),
      confirm: text('remove_confirm'),
      danger: true,
    })
    if (!isConfirmed) return
    remove(undefined, {
      onSuccess: () => {
        toasts.show({ type: 'success', message: text('removed') })
        // The button that had the focus is gone.
        button.current?.focus()
      },
      onError: report,
    })
  }

  return (
    <Root aria-label={text('label')} data-over={drop.isOver || undefined} {...drop.handlers}>
      <Avatar name={name} avatar={avatar} color={color} size={72} decorative />
      <div>
        <Buttons>
          <Button
            ref={button}
            size="s"
            icon={ImageUp}
            aria-describedby={hintId}
            onClick={() => {
              input.current?.click()
            }}
          >
            <FormattedMessage id={avatar ? 'user.avatar.change' : 'user.avatar.choose'} />
          </Button>
          {avatar ? (
            <Button size="s" variant="quiet" busy={isRemoving} onClick={() => void confirmRemoval()}>
              <FormattedMessage id="user.avatar.remove" />
            </Button>
          ) : null}
        </Buttons>
        <p id={hintId}>
          <Drop>
            <FormattedMessage id="user.avatar.hint_drop" />{' '}
          </Drop>
          <FormattedMessage id="user.avatar.hint" />
        </p>
        {problem ? (
          <p role="alert">
            <Icon as={CircleAlert} size={14} />
            <FormattedMessage id={`user.avatar.${problem}`} values={{ megabytes: MAX_FILE_BYTES / MB }} />
          </p>
        ) : null}
      </div>
      <FileInput ref={input} accept="image/*" label={text('choose')} onFile={crop} />
    </Root>
  )
}
