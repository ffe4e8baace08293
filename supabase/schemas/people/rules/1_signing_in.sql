-- Signing in: the size limit of user metadata, and phone numbers that were not used for so long that they may have a
-- new owner.

create function app.is_dormant_number(user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.dormant_numbers n where n.user_id = is_dormant_number.user_id
    and n.refused_in = pg_current_xact_id_if_assigned())
$$;
comment on function app.is_dormant_number is
  'Whether this transaction verified a code sent to a number that was dormant for too long.';
