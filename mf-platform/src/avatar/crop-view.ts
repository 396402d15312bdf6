export interface Size {
  readonly width: number
  readonly height: number
}
/** What of a picture is in the frame. */
export interface CropView {
  /** 1: the picture just covers the frame. */
  readonly zoom: number
  /** Distance in pixels of the picture's middle from that of the frame. */
  readonly x: number
  readonly y: number
}
/** A square in pixels of the picture. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly side: number
}

/** Pixels of the sides of the frame. */
export const FRAME_PX = 256
export const MAX_ZOOM = 5

export const initialView: CropView = { zoom: 1, x: 0, y: 0 }

/** Pixels of the page for each pixel of the picture. */
export const scaleOf = ({ zoom }: Pick<CropView, 'zoom'>, { width, height }: Size): number =>
  (FRAME_PX / Math.min(width, height)) * zoom

/** The view at another position, as far as the picture covers the frame. */
export function moveTo(view: CropView, x: number, y: number, picture: Size): CropView {
  const scale = scaleOf(view, picture)
  const limit = (position: number, size: number) => {
    const free = Math.max(0, (size * scale - FRAME_PX) / 2)
    // Not -0, which a comparison of views would tell from 0.
    return Math.min(free, Math.max(-free, position)) + 0
  }
  return { ...view, x: limit(x, picture.width), y: limit(y, picture.height) }
}

/** The view at another zoom, with the point at `at`, measured from the middle of the frame, in its place. */
export function zoomTo(view: CropView, zoom: number, picture: Size, at = { x: 0, y: 0 }): CropView {
  const next = Math.min(MAX_ZOOM, Math.max(1, zoom))
  const factor = next / view.zoom
  return moveTo({ ...view, zoom: next }, at.x - (at.x - view.x) * factor, at.y - (at.y - view.y) * factor, picture)
}

/** What of the picture is in the frame. */
export function cropOf(view: CropView, picture: Size): Crop {
  const scale = scaleOf(view, picture)
  const side = FRAME_PX / scale
  return {
    left: (picture.width - side) / 2 - view.x / scale,
    top: (picture.height - side) / 2 - view.y / scale,
    side,
  }
}
