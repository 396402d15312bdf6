/** The direction of the page, by which arrow keys open and close submenus and these are placed. */
export const pageDirection = () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
