export interface Size {
  readonly width: number
  readonly height: number
}
export const noSize: Size = { width: 0, height: 0 }

/** What is shown of a picture. `scale` null fits it into the stage; `x` and `y` are its distance from the middle. */
export interface View {
  readonly scale: number | null
  readonly x: number
  readonly y: number
  /** Degrees: 0, 90, 180 or 270. */
  readonly rotation: number
}

export const fitted: View = { scale: null, x: 0, y: 0, rotation: 0 }

const MIN_SCALE = 0.05
export const MAX_SCALE = 16
const STEP = 1.4

const turned = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** The scale at which the whole picture is visible; never more than its actual size. */
export function fitScale(picture: Size, stage: Size, rotation: number): number {
  const { width, height } = turned(picture, rotation)
  if (width === 0 || height === 0 || stage.width === 0 || stage.height === 0) return 1
  return Math.min(1, stage.width / width, stage.height / height)
}

/** Pixels of the screen for each one of the picture, above which it would be blurred. */
const MAX_ENLARGEMENT = 1.2

/** Whether the picture has too few pixels to fill the stage on a screen of this pixel ratio. */
export function isTooSmall(picture: Size, stage: Size, pixelRatio: number): boolean {
  const filling = Math.min(stage.width / picture.width, stage.height / picture.height)
  return filling * pixelRatio > MAX_ENLARGEMENT
}

export const scaleOf = (view: View, picture: Size, stage: Size): number =>
  view.scale ?? fitScale(picture, stage, view.rotation)

/** The view at another scale, with the point at `at`, measured from the middle of the stage, in its place. */
export function zoomTo(view: View, scale: number, at: { x: number; y: number }, picture: Size, stage: Size): View {
  const before = scaleOf(view, picture, stage)
  const smallest = Math.min(MIN_SCALE, fitScale(picture, stage, view.rotation))
  const next = Math.min(MAX_SCALE, Math.max(smallest, scale))
  const factor = next / before
  return moveTo(
    { ...view, scale: next },
    at.x - (at.x - view.x) * factor,
    at.y - (at.y - view.y) * factor,
    picture,
    stage,
  )
}

export const zoomStep = (scale: number, direction: 'in' | 'out'): number =>
  direction === 'in' ? scale * STEP : scale / STEP

/** The view at another position, as far as the picture covers the stage. */
export function moveTo(view: View, x: number, y: number, picture: Size, stage: Size): View {
  const { width, height } = turned(picture, view.rotation)
  const scale = scaleOf(view, picture, stage)
  const limit = (position: number, size: number, space: number) => {
    const free = Math.max(0, (size * scale - space) / 2)
    return Math.min(free, Math.max(-free, position))
  }
  return { ...view, x: limit(x, width, stage.width), y: limit(y, height, stage.height) }
}

/** Whether the picture is larger than the stage, so that it can be moved. */
export function canMove(view: View, picture: Size, stage: Size): boolean {
  const { width, height } = turned(picture, view.rotation)
  const scale = scaleOf(view, picture, stage)
  return width * scale > stage.width + 1 || height * scale > stage.height + 1
}
