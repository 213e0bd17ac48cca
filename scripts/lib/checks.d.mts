export const NOT_CHECKED: string
