-- Callers on the telephone: who is calling, their earlier trips, and whether staff can book for them.

-- Drops leading zeros, so that +41 79 …, 0041 79 … and 079 … have the same ending.
create function app.number_core(number text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(ltrim(regexp_replace(replace(number_core.number, '(0)', ''), '[^0-9]', '', 'g'), '0'), '')
$$;
comment on function app.number_core is 'The digits of a phone number without leading zeros; null without digits.';
-- The service role needs this grant, because a role that writes profiles also computes the values of the indexes below.
grant execute on function app.number_core(text) to service_role;

create index profiles_number on public.profiles (app.number_core(mobile) text_pattern_ops);
create index profiles_number_end on public.profiles (reverse(app.number_core(mobile)) text_pattern_ops);
create index known_callers_number_end on app.known_callers (reverse(app.number_core(mobile)) text_pattern_ops)
  where mobile is not null;

create type public.known_caller as (
  id uuid, first_name text, last_name text, mobile text, email text, places jsonb
);
comment on type public.known_caller is
  'A person without an account whom the office knows from a list of its own. places: [{label, lat, lng, add}].';

create type public.found_caller as (
  id uuid, first_name text, last_name text, mobile text, usertype text, is_whole boolean,
    is_known boolean, refusal text,
  wallet_balance numeric, open_trips jsonb, trips jsonb, places jsonb, is_claimed boolean
);
comment on type public.found_caller is
  'A row of find_caller: a person who may be calling. is_whole: the number is the whole number of this person; '
  'is_known: it is certain who is calling, so that trips and places are included; refusal: why create_booking would '
  'refuse this person now; is_claimed: the person wrote the number into the profile and no code verified it, so the '
  'caller may be somebody else.';
