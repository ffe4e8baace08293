-- The money of a booking in parts: what it costs, who paid what, and who got what.

create type public.money_part as (side text, kind text, amount numeric, name text, tax numeric, who text);
comment on type public.money_part is
  'A part of a booking''s money. side: price (what the rider owes: fare, promotion, cash_rounding, card_rounding, '
  'cancellation_fee, no_show_fee), paid (how the price was paid: wallet, card, cash, written_off; negative: '
  'returned), open (what is left to pay, by payment mode), tip (wallet, card), later (what the rider accepted to pay '
  'after the payment: wallet), back (returned after payment, negative: wallet, card), share (who got it: share, tax, '
  'fleet, tip, fee_share, reclaimed, corrected, extra (a toll that the operator paid), convenience, cancellation, '
  'promotions, rounding, goodwill, …). name: code of the promotion, or provider of the card. tax: tax that the amount '
  'includes. who: who pays or gets the part: rider, driver, fleet, tax, operator. The parts of price add up to '
  'bookings.total_amount, and so do those of paid and open; shares add up to paid, open, tip, later and back.';
