/**
 * So many that work on them which is not divided, or grows faster than their number, takes longer than tests allow.
 * `HOLDALL_TEST_ENTRIES=100000` for the long run.
 */
export const MANY_ENTRIES = Number(process.env['HOLDALL_TEST_ENTRIES'] ?? 20_000)
