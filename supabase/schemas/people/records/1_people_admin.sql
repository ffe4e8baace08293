-- People for staff: approving and editing them, and checking whether an account exists.

create type public.person_device as (kind text, name text, channels text[], since timestamptz, seen_at timestamptz);
comment on type public.person_device is
  'A device of a person: a phone that gets push messages (kind push; name is its platform, channels the kinds of '
  'messages wanted) or a signed-in browser (kind session; name is its user agent).';
