-- Newcomers: how many people may sign up from one network, and with numbers of one range.
-- Access: only the auth server calls the hook
-- Tests:  tests/db/newcomers.sql, tests/api/auth/newcomers.test.ts

create function app.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare v_address inet;
begin
  v_address := regexp_replace(split_part(network_of.address, '%', 1), '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
  return host(network(set_masklen(v_address, case family(v_address) when 4 then 24 else 48 end)));
exception when invalid_text_representation then
  return null;
end $$;
comment on function app.network_of is
  'The network of an address: the first 24 bits of IPv4, also if it is written as IPv6, and 48 of IPv6; null if the '
  'text is no address.';

create function app.number_range(phone text) returns text language sql immutable set search_path = '' as $$
  select left(d.digits, -4) from (select regexp_replace(number_range.phone, '[^0-9]', '', 'g') as digits) d
  where length(d.digits) > 4
$$;
comment on function app.number_range is
  'A number without its last four digits, which whoever rents numbers to collect fees for texts to them owns as a '
  'whole.';

create function app.before_user_created_hook(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_most integer := (app.settings()).newcomers_per_network;
  v_range text := app.number_range(coalesce(event #>> '{user,phone}', ''));
begin
  if v_most > 0 and not public.take_rate_limit(
      'newcomers:' || coalesce(app.network_of(event #>> '{metadata,ip_address}'), 'unknown'), v_most, 3600)
    or v_range is not null and not public.take_rate_limit('newcomers_range:' || v_range,
      (app.settings()).codes_per_prefix, 3600) then
    return '{"error": {"http_code": 429, "message": "too_many_requests"}}'::jsonb;
  end if;
  return '{}'::jsonb;
end $$;
comment on function app.before_user_created_hook is
  'Auth''s Before User Created hook: refuses a newcomer above the limits of the network (newcomers_per_network) and of '
  'the range of the number (codes_per_prefix), before anything is stored or sent. People who have an account are not '
  'counted.';
grant execute on function app.before_user_created_hook(jsonb) to supabase_auth_admin;
