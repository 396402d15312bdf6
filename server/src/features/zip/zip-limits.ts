/** Files and folders in one zip. */
export const MAX_ZIP_ENTRIES = 100_000

/** Deep enough for every path to be shorter than the 65,535 bytes of the format. */
export const MAX_ZIP_LEVELS = 250

/** Of all paths together. The directory of a zip is kept in memory until its end. */
export const MAX_PATH_BYTES = 16 * 1024 * 1024
