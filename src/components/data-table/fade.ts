/**
 * Classes of a column that is fixed at the end of the table. Other columns scroll below the fixed one; their content fades out
 * at its edge instead of being cut in the middle of a letter.
 */
export const fadeClasses =
  'before:absolute before:inset-y-0 before:end-full before:w-2 before:bg-inherit before:[mask-image:linear-gradient(to_left,black,transparent)] rtl:before:[mask-image:linear-gradient(to_right,black,transparent)]'
