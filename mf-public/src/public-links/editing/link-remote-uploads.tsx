import { type RemoteUploadCalls, Slot } from '@holdall/section'
import { useReservedSpace } from '@holdall/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styled from 'styled-components'

/** Above the tray of uploads from the device, whose place it has while there are none. */
const Corner = styled.div`
  --below: calc(var(--notice-space, 0px) + var(--tray-space, 0px) + min(8px, var(--tray-space, 0px)));
  position: fixed;
  z-index: var(--z-tray);
  inset-block-end: calc(24px + var(--below));
  inset-inline-end: 24px;
  inline-size: 384px;
  display: flex;
  flex-direction: column;
  max-block-size: calc(100dvh - 96px - var(--below));
  @media (max-width: 640px) {
    inset-inline: 8px;
    inline-size: auto;
    inset-block-end: calc(72px + env(safe-area-inset-bottom) + var(--below));
  }
`

interface LinkRemoteUploadsProps {
  readonly token: string
  /** Name of the folder of the link. */
  readonly name: string
  readonly calls: RemoteUploadCalls
  readonly report: (error: unknown) => void
}

/** What the server fetches for this visitor, once there is something that runs or has failed. */
export function LinkRemoteUploads(props: LinkRemoteUploadsProps) {
  const { key, list } = props.calls
  // The tray keeps it up to date.
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => list(signal), staleTime: Infinity })
  const [isShown, setShown] = useState(false)
  const corner = useReservedSpace('--upper-tray-space')
  const hasNews = data?.some(({ attributes }) => attributes.status !== 'finished' || attributes.progress.failed > 0)
  if (hasNews && !isShown) setShown(true)
  if (!isShown) return null
  return (
    <Corner ref={corner}>
      <Slot name="link.remote-uploads" props={props} />
    </Corner>
  )
}
