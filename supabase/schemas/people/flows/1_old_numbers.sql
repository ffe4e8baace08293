-- Numbers of an older database: phone numbers that were stored as people typed them, before they were E.164.
-- Access: the owner adopts the numbers of a database once; the service role settles the doubtful ones (npm run
--         read-numbers)
-- Tests:  tests/db/old_numbers.test.ts

-- Runs before the columns get their checks.
create function app.normalise_old_numbers() returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_place record;
  v_row_id text;
  v_typed text;
  v_number text;
begin
  for v_place in select * from (values ('profiles', 'mobile', 'id'),
    ('booking_contacts', 'customer_contact', 'booking_id'),
      ('booking_contacts', 'guest_phone', 'booking_id'), ('booking_contacts', 'delivery_person_phone', 'booking_id'),
      ('booking_contacts', 'driver_contact', 'booking_id'), ('settings', 'panic', 'id'),
        ('settings', 'company_phone', 'id')) p ("table", "column", key) loop
    for v_row_id, v_typed in
      execute format('select t.%1$I::text, t.%2$I from public.%3$I t where app.phone_of(t.%2$I) is null and t.%2$I <> %4$L',
      v_place.key, v_place."column", v_place."table", '') loop
      continue when v_place."table" = 'settings' and v_typed ~ '^[0-9]{2,6}$';
      -- Auth stores the number of an account as digits with the country code.
      v_number := coalesce(app.phone_with_country_code(v_typed), (select app.verified_number(u.phone) from auth.users u
        where v_place."table" = 'profiles' and u.id::text = v_row_id
          and u.phone = regexp_replace(v_typed, '[^0-9]', '', 'g')));
      if v_place."column" in ('mobile', 'customer_contact', 'driver_contact') then
        v_number := app.sms_number(v_number);
      end if;
      execute format('update public.%I t set %I = $1 where t.%I::text = $2', v_place."table",
        v_place."column", v_place.key)
        using coalesce(v_number, case when v_place."table" = 'settings' then '' end), v_row_id;
      if v_number is null then
        insert into app.doubtful_numbers ("column", row_id, number)
        values (v_place."table" || '.' || v_place."column", v_row_id, v_typed) on conflict do nothing;
      end if;
    end loop;
  end loop;
  -- A form that waits for its code keeps a doubtful number, which finish_sign_up then leaves out.
  update app.sign_ups s set facts = s.facts || jsonb_build_object('mobile',
    app.sms_number(app.phone_with_country_code(s.facts ->> 'mobile')))
  where app.phone_with_country_code(s.facts ->> 'mobile') is not null;
  update app.outbox o set payload = o.payload || jsonb_build_object('phone',
    app.sms_number(app.phone_with_country_code(o.payload ->> 'phone')))
  where o.kind = 'sms' and app.phone_with_country_code(o.payload ->> 'phone') is not null;
  delete from app.outbox o where o.kind = 'sms' and app.mobile_of(o.payload ->> 'phone') is null;
  return (select count(*) from app.doubtful_numbers);
end $$;
comment on function app.normalise_old_numbers is
  'Turns the phone numbers of an older database into E.164. Those without a country code move to '
  'app.doubtful_numbers, and text messages to them are dropped. Returns how many are doubtful.';

create function public.resolve_number(id bigint, number text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_doubt app.doubtful_numbers;
  v_is_line boolean;
  v_count integer;
begin
  delete from app.doubtful_numbers d where d.id = resolve_number.id returning d.* into v_doubt;
  if not found then return false; end if;
  v_is_line := v_doubt."column" not in ('profiles.mobile', 'booking_contacts.customer_contact',
    'booking_contacts.driver_contact');
  if app.phone_of(resolve_number.number) is null or not v_is_line and app.mobile_of(resolve_number.number) is null then
    perform app.refuse('mobile_no_blank_error', 422, 'Give the number in E.164 form, such as +4235550101');
  end if;
  -- A number that was written meanwhile stays.
  execute format('update public.%1$I t set %2$I = $1 where t.%3$I::text = $2 and coalesce(t.%2$I, %4$L) = %4$L',
    split_part(v_doubt."column", '.', 1),
    split_part(v_doubt."column", '.', 2),
      case split_part(v_doubt."column", '.', 1) when 'booking_contacts' then 'booking_id' else 'id' end, '')
    using resolve_number.number, v_doubt.row_id;
  get diagnostics v_count = row_count;
  return v_count > 0;
end $$;
comment on function public.resolve_number is
  'Writes a doubtful number of an older database to its row, if that has no number yet, and returns whether it did. '
  'For the secret key. '
  'Errors: mobile_no_blank_error.';
grant execute on function public.resolve_number(bigint, text) to service_role;
