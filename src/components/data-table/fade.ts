/** Classes of a column that is fixed at the end: content that scrolls below it fades out, instead of being cut mid-letter. */
export const fadeClasses =
  'before:absolute before:inset-y-0 before:end-full before:w-2 before:bg-inherit before:[mask-image:linear-gradient(to_left,black,transparent)] rtl:before:[mask-image:linear-gradient(to_right,black,transparent)]'
