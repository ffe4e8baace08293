-- Texts to the firm: what people without the app write back.

-- The words by which people and carriers stop and start texts, in every language of the app; a text is one of them and
-- nothing else. What a text may contain to ask for the car, or to cancel.
create function app.text_intent(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when w.alone in ('stop', 'stopall', 'unsubscribe', 'end', 'quit', 'optout', 'revoke', 'stopp', 'abmelden',
      'abbestellen', 'ende', 'إيقاف', 'ايقاف', 'توقف', 'قف') then 'stop'
    when w.alone in ('start', 'unstop', 'anmelden', 'ابدأ', 'ابدا', 'بدء') then 'start'
    when w.text ~ ('auto[- ]?(reply|response|matic(ally)? (reply|response|message))|out of (the )?office|do not reply'
      '|(i am|i''m) driving|automatische (antwort|nachricht)|abwesenheit|rufe (dich|sie) (später )?zurück|رد تلقائي')
      then 'automatic'
    when w.text ~ '^(yes|ja|y|نعم|أجل)\s*[#:]?\s*[0-9]{0,3}$' or w.text ~ '^[0-9]{3}$' then 'yes'
    when w.text ~
      ('\mcancel|\mstorno|\mstornier|\mabsag|\mabbestell|\mnicht mehr (nötig|gebraucht)|الغاء|إلغاء|ألغ|الغ')
      then 'cancel'
    when w.text ~ ('\m(where|when|how long|eta|late|waiting)\M|\m(wo|wann|wie lange|dauert|verspät|warte)'
      '|أين|اين|متى|كم من الوقت|تأخر')
      then 'where'
    else 'other' end
  from (select t.text, btrim(regexp_replace(t.text, '[[:punct:][:space:]]+', '', 'g')) as alone
    from (select btrim(translate(lower(text_intent.words), '٠١٢٣٤٥٦٧٨٩', '0123456789'), E' \n\t.!?') as text) t) w
$$;
comment on function app.text_intent is
  'What a text to the firm asks for, by its words: stop, start, where, cancel, yes (perhaps with a code), automatic '
  '(written by a machine) or other.';

-- Open bookings are few, so their contacts are read; the passenger''s own booking comes before a parcel to the number.
create function app.open_booking_of(phone text) returns public.bookings
language sql stable security definer set search_path = '' as $$
  select b.* from public.bookings b join public.booking_contacts k on k.booking_id = b.id
  where (app.is_running(b.status) or b.status = 'PAYMENT_PENDING')
    and (app.sms_number(k.guest_phone) = open_booking_of.phone or k.customer_contact = open_booking_of.phone
      or app.sms_number(k.delivery_person_phone) = open_booking_of.phone)
  order by (app.sms_number(k.guest_phone) = open_booking_of.phone) is true desc,
    (k.customer_contact = open_booking_of.phone) is true desc, b.engaged_at is null, b.trip_at, b.id limit 1
$$;
comment on function app.open_booking_of is
  'The booking that a text from this number is about: its ride under way, else its next one.';

create function app.text_role(booking_id uuid, phone text) returns text
language sql stable security definer set search_path = '' as $$
  select case when app.sms_number(k.guest_phone) = text_role.phone then 'guest'
    when k.customer_contact = text_role.phone then 'customer'
    when app.sms_number(k.delivery_person_phone) = text_role.phone then 'recipient' end
  from public.booking_contacts k where k.booking_id = text_role.booking_id
$$;
comment on function app.text_role is
  'Who a number is in a booking: guest, customer, recipient, or null.';
