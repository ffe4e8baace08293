-- Audit log and demo mode: the log of changes by admins, and the triggers that refuse changes while demo mode is on.

create function app.masked_email(email text) returns text language sql immutable set search_path = '' as $$
  select case when coalesce(email, '') = '' then email else left(email, 1) || '***@***' end
$$;
comment on function app.masked_email is 'An email address reduced to its first letter.';

create function app.masked_number(number text) returns text language sql immutable set search_path = '' as $$
  select case when coalesce(number, '') = '' then number when length(number) < 7 then '***' else '***' ||
    right(split_part(number, ';', 1), 2) end
$$;
comment on function app.masked_number is
  'A phone number (without its extension) or bank number reduced to its last two digits.';

-- Masks the values of certain keys at any depth of the JSON. So the same function masks patches, whole rows and the
-- details of a booking.
create function app.masked(value jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  case jsonb_typeof(value)
  when 'object' then
    return (select coalesce(jsonb_object_agg(e.key, case
      when jsonb_typeof(e.value) = 'null' then e.value
      when e.key in ('email', 'customer_email') then to_jsonb(app.masked_email(e.value #>> '{}'))
      when e.key in ('mobile', 'phone', 'customer_contact', 'driver_contact', 'delivery_person_phone', 'guest_phone',
        'bank_account', 'bank_code')
        then to_jsonb(app.masked_number(e.value #>> '{}'))
      when e.key in ('first_name', 'last_name', 'customer_name', 'driver_name', 'delivery_person', 'guest_name') then
        to_jsonb(left(e.value #>> '{}', 1) || '***')
      when e.key ~ '(^|_)(otp|token|secret|password|start_code)$' then '"***"'
      else app.masked(e.value) end), '{}') from jsonb_each(value) e);
  when 'array' then
    return (select coalesce(jsonb_agg(app.masked(e.item) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (item, place));
  else
    return value;
  end case;
end $$;
comment on function app.masked is 'JSON with names, contacts, bank numbers and codes masked.';

-- Returns the columns of a row that differ between two versions, with their old and new values. Nested objects are
-- compared entry by entry: a language has hundreds of texts in one object, and only the changed texts are logged.
create function app.changes(old_row jsonb, new_row jsonb, out before jsonb, out after jsonb)
language plpgsql immutable set search_path = '' as $$
declare
  k text;
  v_inner record;
begin
  before := '{}';
  after := '{}';
  for k in select jsonb_object_keys(old_row || new_row) loop
    continue when old_row -> k is not distinct from new_row -> k;
    if jsonb_typeof(old_row -> k) = 'object' and jsonb_typeof(new_row -> k) = 'object' then
      select c.before, c.after into v_inner from app.changes(old_row -> k, new_row -> k) c;
      before := before || jsonb_build_object(k, v_inner.before);
      after := after || jsonb_build_object(k, v_inner.after);
    else
      if old_row ? k then before := before || jsonb_build_object(k, old_row -> k); end if;
      if new_row ? k then after := after || jsonb_build_object(k, new_row -> k); end if;
    end if;
  end loop;
end $$;
comment on function app.changes is 'The parts of two JSON objects that differ.';

-- Refuses a patch whose `version` is not the row's current version: its sender has edited an outdated row. A patch
-- without a version passes.
create function app.check_version(patch jsonb, table_name text, row_id text, version integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if patch ? 'version' and patch -> 'version' is distinct from to_jsonb(check_version.version) then
    perform app.refuse_version(check_version.table_name, check_version.row_id, check_version.version);
  end if;
end $$;
